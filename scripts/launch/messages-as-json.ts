import type { Plugin } from 'vite'

const compiled = /^const resource = (\{.*\})\s*export default resource;?\s*$/s

/** A message as the message compiler optimizes it: `s` is its text where nothing is inserted into it. */
interface StaticMessage {
  readonly t: number
  readonly b: { readonly s: string }
}

function isStatic(value: unknown): value is StaticMessage {
  return (value as Partial<StaticMessage> | null)?.t === 0 && (value as Partial<StaticMessage>).b?.s !== undefined
}

/**
 * Writes each compiled message file as one JSON text, which V8 reads several times faster than an object literal, and messages without
 * a placeholder as plain strings, which a page without a message compiler shows as they are.
 */
export function messagesAsJson(): Plugin {
  return {
    name: 'till-messages-as-json',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { id: /[/\\]locales[/\\]\w+[/\\]\w+\.json$/ },
      handler(code, id) {
        const [, resource] = compiled.exec(code) ?? []
        if (resource === undefined) throw new Error(`The messages of ${id} were compiled into another form`)
        const messages: unknown = JSON.parse(resource, (_key, value: unknown) => (isStatic(value) ? value.b.s : value))
        return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))})`, map: null }
      },
    },
  }
}
