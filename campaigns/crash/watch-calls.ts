import type { Points } from './points.ts'

/** A function that has a point before it is called and one after it has answered; `where` tells in which state that is. */
export function watchCall<I extends unknown[], O>(
  what: string,
  call: (...input: I) => Promise<O>,
  points: Points,
  where: () => string,
): (...input: I) => Promise<O> {
  return async (...input) => {
    points.pass(`${what} ${where()}: before`)
    try {
      return await call(...input)
    } finally {
      points.pass(`${what} ${where()}: after`)
    }
  }
}

/** An object whose functions, all of which answer later, are watched. */
export function watchCalls<T extends object>(what: string, real: T, points: Points, where: () => string): T {
  return new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const call = (...input: unknown[]): Promise<unknown> => Reflect.apply(value, target, input) as Promise<unknown>
      return watchCall(`${what}.${String(name)}`, call, points, where)
    },
  })
}
