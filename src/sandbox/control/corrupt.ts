type Json = unknown

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns `value` with every leaf of a wrong type and every list as an object. */
export function wrongTypes(value: Json): Json {
  if (Array.isArray(value)) return Object.fromEntries(value.map((item, index) => [`item${index}`, wrongTypes(item)]))
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, wrongTypes(item)]))
  if (typeof value === 'string') return value.length
  if (typeof value === 'number') return `about ${value}`
  return typeof value === 'boolean' ? 'perhaps' : 0
}

/** Returns `value` without the members named in `fields`, at any depth. */
export function without(value: Json, fields: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => without(item, fields))
  if (!isObject(value)) return value
  const rest = Object.entries(value).filter(([key]) => !fields.includes(key))
  return Object.fromEntries(rest.map(([key, item]) => [key, without(item, fields)]))
}

/** Returns `value` with the member at `path` (names and indexes) set to `change`, or removed where that is null. */
export function patched(value: Json, path: readonly string[], change: Json): Json {
  const [head, ...rest] = path
  if (head === undefined) return change
  if (Array.isArray(value)) {
    const index = Number(head)
    if (rest.length === 0 && change === null) return value.filter((_, position) => position !== index)
    return Object.assign([...value], { [index]: patched(value[index], rest, change) })
  }
  const members = isObject(value) ? value : {}
  if (rest.length === 0 && change === null) return omit(members, head)
  return { ...members, [head]: patched(members[head], rest, change) }
}

function omit(value: Record<string, Json>, name: string): Json {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}
