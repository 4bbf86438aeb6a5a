"""Exercises: questions about the paper that the loaded model answers, chapter by chapter.

A chapter is a module whose `MAKERS` each make one exercise from the model and the sentence at hand. Every key is
computed when the exercise is made, never stored; the words are the page's.
"""
