import type { ListedClerkView } from '../../../shared/kiosk/views.ts'

/** Moves the clerk who signed in last to the front; the others keep their places, which hands remember. */
export function lastFirst(clerks: readonly ListedClerkView[]): ListedClerkView[] {
  const at = ({ lastSignedInAt }: ListedClerkView): number => (lastSignedInAt === null ? 0 : Date.parse(lastSignedInAt))
  const last = Math.max(...clerks.map(at))
  const first = clerks.filter((clerk) => last > 0 && at(clerk) === last)
  return [...first, ...clerks.filter((clerk) => !first.includes(clerk))]
}
