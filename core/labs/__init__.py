"""Numbers for "Inside the maths" that the loaded model makes: one module per lab, named like it.

A module has any of these; a lab that the browser computes alone needs no module:

* `Values`, a model of the question's fields, and `compute(setting, values)`, which returns plain values and arrays;
* `COST`, if it takes more than a tenth of a second: for itself, and for each token of both sentences, in the unit of
  `core.service.costs`, about a millisecond;
* `CODE`, the functions of the core whose lines the lab shows; those that `compute` calls are shown as they ran.
"""
