// The choices of the homework dialog, and what the server is asked for. Pure functions.

/**
 * @typedef {object} HomeworkForm the controls, by name
 * @property {string[]} chapters
 * @property {string} tasks exercises on a sheet
 * @property {string} rows to compute by hand, such as c.3.1.8
 * @property {boolean} vary another row for each student
 * @property {string} seeds
 * @property {string} names one a line
 * @property {string} paper
 * @property {string} solutions
 * @property {string} heading
 */

const MOST_TASKS = 40;

/** @type {HomeworkForm} */
export const FIRST_HOMEWORK = {
  chapters: ['attention'],
  tasks: '5',
  rows: '',
  vary: false,
  seeds: '1',
  names: '',
  paper: 'a4',
  solutions: 'apart',
  heading: '',
};

/**
 * @param {HomeworkForm} form
 * @param {boolean} preview of the first sheet alone
 */
export const homeworkRequest = ({chapters, tasks, rows, vary, seeds, names, paper, solutions, heading}, preview) => ({
  chapters,
  tasks: Math.min(MOST_TASKS, Math.max(0, Math.round(Number(tasks) || 0))),
  rows,
  vary,
  seeds,
  names,
  paper,
  apart: solutions === 'apart',
  title: heading,
  preview,
});
