"""Numbers for "Inside the maths" that the loaded model makes: one module per lab, named like it.

A module has these; a lab that the browser computes alone needs none (`shared/in_browser.py` names the code behind it):

* `compute(setting, values)`, which returns plain values and arrays, and `Values`, a model of the question's fields, if
  it has any;
* `COST`, if it takes more than a tenth of a second: for itself, and for each token of both sentences, in the unit of
  `core.service.costs`, about a millisecond;
* `CODE`, the functions of the core whose lines the lab shows; those that `compute` calls are shown as they ran.
"""
