import { AppError } from '../../shared/errors.ts'

/** Returns the first item that `isMeant` accepts; throws `not-found` where there is none. */
export function found<T>(list: readonly T[], isMeant: (one: T) => boolean): T {
  const first = list.find(isMeant)
  if (first === undefined) throw new AppError('not-found', 'No such thing')
  return first
}
