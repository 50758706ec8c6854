import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const typings = readFileSync(createRequire(import.meta.url).resolve('electron/electron.d.ts'), 'utf8')

const found = new Map<string, string>()

/** Returns the declaration of a class or interface in Electron's installed typings, with those it extends. */
function declarationOf(name: string): string {
  const known = found.get(name)
  if (known !== undefined) return known
  const [own, parent] = new RegExp(
    `^  (?:class|interface) ${name} (?:extends ([\\w.]+) )?{\\n[\\s\\S]*?^  }`,
    'm',
  ).exec(typings) ?? [undefined]
  if (own === undefined) throw new Error(`Electron declares no ${name}`)
  const inherited = parent === undefined || /Emitter/.test(parent) ? '' : declarationOf(parent)
  found.set(name, own + inherited)
  return own + inherited
}

/** Throws a TypeError if `options` has a property that Electron's typings do not declare for `name`. */
export function assertDeclared(name: string, options: object): void {
  for (const key of Object.keys(options)) {
    if (!new RegExp(`^    (?:readonly )?${key}\\??:`, 'm').test(declarationOf(name)))
      throw new TypeError(`Electron declares no ${key} for ${name}`)
  }
}

/** An emitter that accepts only listeners for events that Electron's typings declare for `name`. */
export class DeclaredEmitter extends EventEmitter {
  readonly #declaration: string

  constructor(name: string) {
    super()
    this.#declaration = declarationOf(name)
  }

  override on(event: string, listener: (...args: never[]) => void): this {
    this.#assertEvent(event)
    return super.on(event, listener as (...args: unknown[]) => void)
  }

  override once(event: string, listener: (...args: never[]) => void): this {
    this.#assertEvent(event)
    return super.once(event, listener as (...args: unknown[]) => void)
  }

  override emit(event: string, ...args: unknown[]): boolean {
    this.#assertEvent(event)
    return super.emit(event, ...args)
  }

  #assertEvent(event: string): void {
    // Node's own.
    if (['newListener', 'removeListener', 'error'].includes(event)) return
    if (!this.#declaration.includes(`on(event: '${event}'`)) throw new TypeError(`Electron declares no event ${event}`)
  }
}

/** An event whose default a listener may prevent. */
export interface PreventableEvent {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

/** Creates an event with `parts`, whose default may be prevented. */
export function preventable<T extends object>(parts: T): T & PreventableEvent {
  let isPrevented = false
  return {
    ...parts,
    get defaultPrevented() {
      return isPrevented
    },
    preventDefault() {
      isPrevented = true
    },
  }
}
