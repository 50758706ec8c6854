/** The roles of a register's users, each with the permissions of those before. Outside a shop the user is always the manager. */
export const userRoles = ['nobody', 'clerk', 'manager'] as const
export type UserRole = (typeof userRoles)[number]

/** All roles: the page on the customer's display may do less than a page where nobody is signed in. */
export const roles = ['customer', ...userRoles] as const
export type Role = (typeof roles)[number]

/** Returns whether `role` is `least` or higher. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}
