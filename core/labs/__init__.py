"""Numbers for "Inside the maths": pure functions that return numpy arrays, one module per idea."""
