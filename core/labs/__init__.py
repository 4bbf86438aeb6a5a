"""The numbers behind "Inside the maths": pure functions, one file an idea, numpy arrays out."""
