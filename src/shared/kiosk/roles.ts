/** Who may be at a till in a shop, each with the permissions of those before. Elsewhere whoever is there is the manager. */
export const roles = ['nobody', 'clerk', 'manager'] as const
export type Role = (typeof roles)[number]

/** Whether `role` is `least` or more. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}
