;; What takes nearly all the time of a forward pass, four float32 at a time, in the text form of WebAssembly.
;; `npm run wasm` assembles it into kernel_bytes.js; kernel.js lays out the memory and calls the functions.
;;
;; Places and sizes are in bytes: a number has 4, a vector 16. A vector is four numbers that follow each other, in four
;; lanes; `f32x4` computes with all four at once.

(module
  (import "engine" "memory" (memory 1))

  ;; y[o] = sum over i of x[i] w[o][i], for one row x, four outputs o in each pass. Rows of x and w are whole vectors.
  (func (export "product1")
    (param $x i32)         ;; place of the row of x
    (param $w i32)         ;; place of the weights' next four rows
    (param $y i32)         ;; place of the next four outputs
    (param $x_width i32)   ;; size of a row of x and of w
    (param $y_width i32)   ;; size of a row of y, not needed for one row
    (param $w_end i32)     ;; where the weights end
    (local $i i32)         ;; place within a row
    (local $row i32)       ;; place of one row of x, w or y, or of i in it
    (local $w_0 v128)      ;; w[o][i], for four i
    (local $w_1 v128)      ;; w[o + 1][i]
    (local $w_2 v128)      ;; w[o + 2][i]
    (local $w_3 v128)      ;; w[o + 3][i]
    (local $x_i v128)      ;; x[i]
    (local $a_0 v128)      ;; y[o], by lanes: the sum over i mod 4
    (local $a_1 v128)      ;; y[o + 1]
    (local $a_2 v128)      ;; y[o + 2]
    (local $a_3 v128)      ;; y[o + 3]

    (loop $outputs
      (local.set $a_0 (v128.const f32x4 0 0 0 0))
      (local.set $a_1 (v128.const f32x4 0 0 0 0))
      (local.set $a_2 (v128.const f32x4 0 0 0 0))
      (local.set $a_3 (v128.const f32x4 0 0 0 0))

      (local.set $i (i32.const 0))
      (loop $parts ;; y[o] += x[i] w[o][i]
        (local.set $row (i32.add (local.get $w) (local.get $i)))
        (local.set $w_0 (v128.load (local.get $row)))
        (local.set $row (i32.add (local.get $row) (local.get $x_width)))
        (local.set $w_1 (v128.load (local.get $row)))
        (local.set $row (i32.add (local.get $row) (local.get $x_width)))
        (local.set $w_2 (v128.load (local.get $row)))
        (local.set $row (i32.add (local.get $row) (local.get $x_width)))
        (local.set $w_3 (v128.load (local.get $row)))

        (local.set $row (i32.add (local.get $x) (local.get $i)))
        (local.set $x_i (v128.load (local.get $row)))
        (local.set $a_0 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_0)) (local.get $a_0)))
        (local.set $a_1 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_1)) (local.get $a_1)))
        (local.set $a_2 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_2)) (local.get $a_2)))
        (local.set $a_3 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_3)) (local.get $a_3)))

        (local.set $i (i32.add (local.get $i) (i32.const 16)))
        (br_if $parts (i32.lt_u (local.get $i) (local.get $x_width))))

      ;; the sums of the lanes
      (local.set $row (local.get $y))
      (f32.store (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $a_0)) (f32x4.extract_lane 1 (local.get $a_0)))
        (f32x4.extract_lane 2 (local.get $a_0))) (f32x4.extract_lane 3 (local.get $a_0))))
      (f32.store offset=4 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $a_1)) (f32x4.extract_lane 1 (local.get $a_1)))
        (f32x4.extract_lane 2 (local.get $a_1))) (f32x4.extract_lane 3 (local.get $a_1))))
      (f32.store offset=8 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $a_2)) (f32x4.extract_lane 1 (local.get $a_2)))
        (f32x4.extract_lane 2 (local.get $a_2))) (f32x4.extract_lane 3 (local.get $a_2))))
      (f32.store offset=12 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $a_3)) (f32x4.extract_lane 1 (local.get $a_3)))
        (f32x4.extract_lane 2 (local.get $a_3))) (f32x4.extract_lane 3 (local.get $a_3))))

      (local.set $y (i32.add (local.get $y) (i32.const 16)))
      (local.set $w (i32.add (local.get $w) (i32.mul (local.get $x_width) (i32.const 4))))
      (br_if $outputs (i32.lt_u (local.get $w) (local.get $w_end)))))

  ;; y[r][o] = sum over i of x[r][i] w[o][i], for two rows r, four outputs o in each pass: each part of w that is read
  ;; serves both rows.
  (func (export "product2")
    (param $x i32)         ;; place of the first row of x
    (param $w i32)         ;; place of the weights' next four rows
    (param $y i32)         ;; place of the next four outputs of the first row
    (param $x_width i32)   ;; size of a row of x and of w
    (param $y_width i32)   ;; size of a row of y
    (param $w_end i32)     ;; where the weights end
    (local $i i32)         ;; place within a row
    (local $row i32)       ;; place of one row of x, w or y, or of i in it
    (local $w_0 v128)      ;; w[o][i], for four i
    (local $w_1 v128)      ;; w[o + 1][i]
    (local $w_2 v128)      ;; w[o + 2][i]
    (local $w_3 v128)      ;; w[o + 3][i]
    (local $x_i v128)      ;; x[r][i], of one row after the other
    (local $a_0 v128)      ;; y[0][o], by lanes: the sum over i mod 4
    (local $a_1 v128)      ;; y[0][o + 1]
    (local $a_2 v128)      ;; y[0][o + 2]
    (local $a_3 v128)      ;; y[0][o + 3]
    (local $b_0 v128)      ;; y[1][o]
    (local $b_1 v128)      ;; y[1][o + 1]
    (local $b_2 v128)      ;; y[1][o + 2]
    (local $b_3 v128)      ;; y[1][o + 3]

    (loop $outputs
      (local.set $a_0 (v128.const f32x4 0 0 0 0))
      (local.set $a_1 (v128.const f32x4 0 0 0 0))
      (local.set $a_2 (v128.const f32x4 0 0 0 0))
      (local.set $a_3 (v128.const f32x4 0 0 0 0))
      (local.set $b_0 (v128.const f32x4 0 0 0 0))
      (local.set $b_1 (v128.const f32x4 0 0 0 0))
      (local.set $b_2 (v128.const f32x4 0 0 0 0))
      (local.set $b_3 (v128.const f32x4 0 0 0 0))

      (local.set $i (i32.const 0))
      (loop $parts ;; y[r][o] += x[r][i] w[o][i]
        (local.set $row (i32.add (local.get $w) (local.get $i)))
        (local.set $w_0 (v128.load (local.get $row)))
        (local.set $row (i32.add (local.get $row) (local.get $x_width)))
        (local.set $w_1 (v128.load (local.get $row)))
        (local.set $row (i32.add (local.get $row) (local.get $x_width)))
        (local.set $w_2 (v128.load (local.get $row)))
        (local.set $row (i32.add (local.get $row) (local.get $x_width)))
        (local.set $w_3 (v128.load (local.get $row)))

        (local.set $row (i32.add (local.get $x) (local.get $i)))
        (local.set $x_i (v128.load (local.get $row)))
        (local.set $a_0 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_0)) (local.get $a_0)))
        (local.set $a_1 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_1)) (local.get $a_1)))
        (local.set $a_2 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_2)) (local.get $a_2)))
        (local.set $a_3 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_3)) (local.get $a_3)))
        (local.set $row (i32.add (local.get $row) (local.get $x_width)))
        (local.set $x_i (v128.load (local.get $row)))
        (local.set $b_0 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_0)) (local.get $b_0)))
        (local.set $b_1 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_1)) (local.get $b_1)))
        (local.set $b_2 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_2)) (local.get $b_2)))
        (local.set $b_3 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_3)) (local.get $b_3)))

        (local.set $i (i32.add (local.get $i) (i32.const 16)))
        (br_if $parts (i32.lt_u (local.get $i) (local.get $x_width))))

      ;; the sums of the lanes
      (local.set $row (local.get $y))
      (f32.store (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $a_0)) (f32x4.extract_lane 1 (local.get $a_0)))
        (f32x4.extract_lane 2 (local.get $a_0))) (f32x4.extract_lane 3 (local.get $a_0))))
      (f32.store offset=4 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $a_1)) (f32x4.extract_lane 1 (local.get $a_1)))
        (f32x4.extract_lane 2 (local.get $a_1))) (f32x4.extract_lane 3 (local.get $a_1))))
      (f32.store offset=8 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $a_2)) (f32x4.extract_lane 1 (local.get $a_2)))
        (f32x4.extract_lane 2 (local.get $a_2))) (f32x4.extract_lane 3 (local.get $a_2))))
      (f32.store offset=12 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $a_3)) (f32x4.extract_lane 1 (local.get $a_3)))
        (f32x4.extract_lane 2 (local.get $a_3))) (f32x4.extract_lane 3 (local.get $a_3))))
      (local.set $row (i32.add (local.get $row) (local.get $y_width)))
      (f32.store (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $b_0)) (f32x4.extract_lane 1 (local.get $b_0)))
        (f32x4.extract_lane 2 (local.get $b_0))) (f32x4.extract_lane 3 (local.get $b_0))))
      (f32.store offset=4 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $b_1)) (f32x4.extract_lane 1 (local.get $b_1)))
        (f32x4.extract_lane 2 (local.get $b_1))) (f32x4.extract_lane 3 (local.get $b_1))))
      (f32.store offset=8 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $b_2)) (f32x4.extract_lane 1 (local.get $b_2)))
        (f32x4.extract_lane 2 (local.get $b_2))) (f32x4.extract_lane 3 (local.get $b_2))))
      (f32.store offset=12 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $b_3)) (f32x4.extract_lane 1 (local.get $b_3)))
        (f32x4.extract_lane 2 (local.get $b_3))) (f32x4.extract_lane 3 (local.get $b_3))))

      (local.set $y (i32.add (local.get $y) (i32.const 16)))
      (local.set $w (i32.add (local.get $w) (i32.mul (local.get $x_width) (i32.const 4))))
      (br_if $outputs (i32.lt_u (local.get $w) (local.get $w_end)))))

  ;; The same for four rows, two outputs o in each pass: more than eight sums do not fit into a processor's registers.
  (func (export "product4")
    (param $x i32)         ;; place of the first row of x
    (param $w i32)         ;; place of the weights' next two rows
    (param $y i32)         ;; place of the next two outputs of the first row
    (param $x_width i32)   ;; size of a row of x and of w
    (param $y_width i32)   ;; size of a row of y
    (param $w_end i32)     ;; where the weights end
    (local $i i32)         ;; place within a row
    (local $row i32)       ;; place of one row of x, w or y, or of i in it
    (local $w_0 v128)      ;; w[o][i], for four i
    (local $w_1 v128)      ;; w[o + 1][i]
    (local $x_i v128)      ;; x[r][i], of one row after the other
    (local $a_0 v128)      ;; y[0][o], by lanes: the sum over i mod 4
    (local $a_1 v128)      ;; y[0][o + 1]
    (local $b_0 v128)      ;; y[1][o]
    (local $b_1 v128)      ;; y[1][o + 1]
    (local $c_0 v128)      ;; y[2][o]
    (local $c_1 v128)      ;; y[2][o + 1]
    (local $d_0 v128)      ;; y[3][o]
    (local $d_1 v128)      ;; y[3][o + 1]

    (loop $outputs
      (local.set $a_0 (v128.const f32x4 0 0 0 0))
      (local.set $a_1 (v128.const f32x4 0 0 0 0))
      (local.set $b_0 (v128.const f32x4 0 0 0 0))
      (local.set $b_1 (v128.const f32x4 0 0 0 0))
      (local.set $c_0 (v128.const f32x4 0 0 0 0))
      (local.set $c_1 (v128.const f32x4 0 0 0 0))
      (local.set $d_0 (v128.const f32x4 0 0 0 0))
      (local.set $d_1 (v128.const f32x4 0 0 0 0))

      (local.set $i (i32.const 0))
      (loop $parts ;; y[r][o] += x[r][i] w[o][i]
        (local.set $row (i32.add (local.get $w) (local.get $i)))
        (local.set $w_0 (v128.load (local.get $row)))
        (local.set $row (i32.add (local.get $row) (local.get $x_width)))
        (local.set $w_1 (v128.load (local.get $row)))

        (local.set $row (i32.add (local.get $x) (local.get $i)))
        (local.set $x_i (v128.load (local.get $row)))
        (local.set $a_0 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_0)) (local.get $a_0)))
        (local.set $a_1 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_1)) (local.get $a_1)))
        (local.set $row (i32.add (local.get $row) (local.get $x_width)))
        (local.set $x_i (v128.load (local.get $row)))
        (local.set $b_0 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_0)) (local.get $b_0)))
        (local.set $b_1 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_1)) (local.get $b_1)))
        (local.set $row (i32.add (local.get $row) (local.get $x_width)))
        (local.set $x_i (v128.load (local.get $row)))
        (local.set $c_0 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_0)) (local.get $c_0)))
        (local.set $c_1 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_1)) (local.get $c_1)))
        (local.set $row (i32.add (local.get $row) (local.get $x_width)))
        (local.set $x_i (v128.load (local.get $row)))
        (local.set $d_0 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_0)) (local.get $d_0)))
        (local.set $d_1 (f32x4.add (f32x4.mul (local.get $x_i) (local.get $w_1)) (local.get $d_1)))

        (local.set $i (i32.add (local.get $i) (i32.const 16)))
        (br_if $parts (i32.lt_u (local.get $i) (local.get $x_width))))

      ;; the sums of the lanes
      (local.set $row (local.get $y))
      (f32.store (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $a_0)) (f32x4.extract_lane 1 (local.get $a_0)))
        (f32x4.extract_lane 2 (local.get $a_0))) (f32x4.extract_lane 3 (local.get $a_0))))
      (f32.store offset=4 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $a_1)) (f32x4.extract_lane 1 (local.get $a_1)))
        (f32x4.extract_lane 2 (local.get $a_1))) (f32x4.extract_lane 3 (local.get $a_1))))
      (local.set $row (i32.add (local.get $row) (local.get $y_width)))
      (f32.store (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $b_0)) (f32x4.extract_lane 1 (local.get $b_0)))
        (f32x4.extract_lane 2 (local.get $b_0))) (f32x4.extract_lane 3 (local.get $b_0))))
      (f32.store offset=4 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $b_1)) (f32x4.extract_lane 1 (local.get $b_1)))
        (f32x4.extract_lane 2 (local.get $b_1))) (f32x4.extract_lane 3 (local.get $b_1))))
      (local.set $row (i32.add (local.get $row) (local.get $y_width)))
      (f32.store (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $c_0)) (f32x4.extract_lane 1 (local.get $c_0)))
        (f32x4.extract_lane 2 (local.get $c_0))) (f32x4.extract_lane 3 (local.get $c_0))))
      (f32.store offset=4 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $c_1)) (f32x4.extract_lane 1 (local.get $c_1)))
        (f32x4.extract_lane 2 (local.get $c_1))) (f32x4.extract_lane 3 (local.get $c_1))))
      (local.set $row (i32.add (local.get $row) (local.get $y_width)))
      (f32.store (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $d_0)) (f32x4.extract_lane 1 (local.get $d_0)))
        (f32x4.extract_lane 2 (local.get $d_0))) (f32x4.extract_lane 3 (local.get $d_0))))
      (f32.store offset=4 (local.get $row) (f32.add (f32.add (f32.add
        (f32x4.extract_lane 0 (local.get $d_1)) (f32x4.extract_lane 1 (local.get $d_1)))
        (f32x4.extract_lane 2 (local.get $d_1))) (f32x4.extract_lane 3 (local.get $d_1))))

      (local.set $y (i32.add (local.get $y) (i32.const 8)))
      (local.set $w (i32.add (local.get $w) (i32.mul (local.get $x_width) (i32.const 2))))
      (br_if $outputs (i32.lt_u (local.get $w) (local.get $w_end)))))

  ;; Three vectors, one after the other: the highest x, in every lane; the sum of e^(x - highest), by lanes; the sum of
  ;; e^(x - highest) (x - highest), by lanes. Numbers x fill whole vectors.
  (func (export "exponentials")
    (param $x i32)         ;; place of the first number
    (param $x_end i32)     ;; where the numbers end
    (param $results i32)   ;; place of the three vectors
    (local $next i32)      ;; place of the next four numbers
    (local $highest v128)
    (local $share v128)    ;; x - highest
    (local $n v128)        ;; share / log 2, rounded
    (local $r v128)        ;; share - n log 2
    (local $power v128)    ;; e^r, then e^share
    (local $total v128)
    (local $weighted v128)

    (local.set $highest (v128.load (local.get $x)))
    (local.set $next (local.get $x))
    (loop $numbers ;; highest = max(x, highest), by lanes
      (local.set $highest (f32x4.max (v128.load (local.get $next)) (local.get $highest)))
      (local.set $next (i32.add (local.get $next) (i32.const 16)))
      (br_if $numbers (i32.lt_u (local.get $next) (local.get $x_end))))
    (local.set $highest (f32x4.splat (f32.max (f32.max (f32.max
      (f32x4.extract_lane 0 (local.get $highest)) (f32x4.extract_lane 1 (local.get $highest)))
      (f32x4.extract_lane 2 (local.get $highest))) (f32x4.extract_lane 3 (local.get $highest)))))

    (local.set $next (local.get $x))
    (loop $numbers ;; total += e^share, weighted += e^share share
      (local.set $share (f32x4.max ;; at least -87: e^-87 is about the least float32 of full precision
        (f32x4.sub (v128.load (local.get $next)) (local.get $highest))
        (v128.const f32x4 -87 -87 -87 -87)))

      ;; e^share = 2^n e^r with n = share / log 2, rounded, and r = share - n log 2
      (local.set $n (f32x4.nearest (f32x4.mul (local.get $share)
        (v128.const f32x4 1.44269504 1.44269504 1.44269504 1.44269504)))) ;; 1 / log 2
      (local.set $r (f32x4.sub (local.get $share) (f32x4.mul (local.get $n)
        (v128.const f32x4 0.693147181 0.693147181 0.693147181 0.693147181)))) ;; log 2

      ;; e^r = 1 + r (1 + r (1/2! + r (1/3! + ... + r / 7!))), to 1e-8, because |r| <= log(2) / 2
      (local.set $power (v128.const f32x4 1.98412701e-4 1.98412701e-4 1.98412701e-4 1.98412701e-4)) ;; 1 / 7!
      (local.set $power (f32x4.add (f32x4.mul (local.get $power) (local.get $r))
        (v128.const f32x4 1.38888892e-3 1.38888892e-3 1.38888892e-3 1.38888892e-3))) ;; 1 / 6!
      (local.set $power (f32x4.add (f32x4.mul (local.get $power) (local.get $r))
        (v128.const f32x4 8.33333377e-3 8.33333377e-3 8.33333377e-3 8.33333377e-3))) ;; 1 / 5!
      (local.set $power (f32x4.add (f32x4.mul (local.get $power) (local.get $r))
        (v128.const f32x4 4.16666679e-2 4.16666679e-2 4.16666679e-2 4.16666679e-2))) ;; 1 / 4!
      (local.set $power (f32x4.add (f32x4.mul (local.get $power) (local.get $r))
        (v128.const f32x4 0.166666672 0.166666672 0.166666672 0.166666672))) ;; 1 / 3!
      (local.set $power (f32x4.add (f32x4.mul (local.get $power) (local.get $r)) (v128.const f32x4 0.5 0.5 0.5 0.5)))
      (local.set $power (f32x4.add (f32x4.mul (local.get $power) (local.get $r)) (v128.const f32x4 1 1 1 1)))
      (local.set $power (f32x4.add (f32x4.mul (local.get $power) (local.get $r)) (v128.const f32x4 1 1 1 1)))

      ;; times 2^n: a float32 with n + 127 in its bits 23 to 30, and zeros
      (local.set $power (f32x4.mul (local.get $power) (i32x4.shl
        (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $n)) (v128.const i32x4 127 127 127 127))
        (i32.const 23))))

      (local.set $total (f32x4.add (local.get $power) (local.get $total)))
      (local.set $weighted (f32x4.add (f32x4.mul (local.get $power) (local.get $share)) (local.get $weighted)))
      (local.set $next (i32.add (local.get $next) (i32.const 16)))
      (br_if $numbers (i32.lt_u (local.get $next) (local.get $x_end))))

    (v128.store (local.get $results) (local.get $highest))
    (v128.store offset=16 (local.get $results) (local.get $total))
    (v128.store offset=32 (local.get $results) (local.get $weighted)))
)
