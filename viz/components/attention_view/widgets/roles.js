// The role of a head in words.

import {make} from '../../shared/elements.js';
import {say} from '../../shared/text.js';

/** @import {Role, Texts} from '../types.js' */

/**
 * @param {Texts} texts
 * @param {Role} role
 */
export const roleName = (texts, {role}) => texts[`catalogue.role.${role}`] ?? role;

/**
 * A role with its score, and on how many sentences it was measured.
 * @param {Texts} texts
 * @param {Role} role
 */
export const roleText = (texts, role) =>
  say(texts, role.sentences > 1 ? 'role.sample' : 'role.here', {
    role: roleName(texts, role),
    score: role.score.toFixed(2),
    count: role.sentences,
  });

/**
 * The short name of a role, explained where it is pointed at; empty without a clear one.
 * @param {Texts} texts
 * @param {Role | null} role
 */
export const roleNode = (texts, role) =>
  role
    ? make(
        'span',
        {class: 'gf-role', 'data-explain': 'role', 'aria-description': roleText(texts, role)},
        roleName(texts, role),
      )
    : make('span', {class: 'gf-role'});
