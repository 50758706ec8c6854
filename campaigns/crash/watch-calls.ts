import type { Points } from './points.ts'

/** Wraps a function in a point before the call and one after its answer; `where` names the state. */
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

/** Wraps an object whose functions are all asynchronous in points. */
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
