/** The roles of a shop's users, each with the permissions of those before. Outside a shop the user is always the manager. */
export const roles = ['nobody', 'clerk', 'manager'] as const
export type Role = (typeof roles)[number]

/** Returns whether `role` is `least` or higher. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}
