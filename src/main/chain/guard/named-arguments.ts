import type { AbiParameter } from 'viem'

/** A call argument under its parameter's name, at any depth inside structs. */
export interface NamedArgument {
  readonly name: string
  readonly type: string
  readonly value: unknown
}

/** Lists the arguments of a decoded call; members of structs and of lists of structs are listed one by one. */
export function nameArguments(inputs: readonly AbiParameter[], values: readonly unknown[]): NamedArgument[] {
  return inputs.flatMap((input, index) => nameOne(input, values[index]))
}

function nameOne(input: AbiParameter, value: unknown): NamedArgument[] {
  const { name = '', type } = input
  if (!('components' in input)) return [{ name, type, value }]
  if (type !== 'tuple') {
    const item = { ...input, type: type.slice(0, type.lastIndexOf('[')) }
    return Array.isArray(value) ? value.flatMap((one: unknown) => nameOne(item, one)) : []
  }
  // viem decodes a struct to an object keyed by member name, or to a list if a member has no name.
  const members = input.components.map((component, index) => memberOf(value, component.name ?? '', index))
  return nameArguments(input.components, members)
}

function memberOf(struct: unknown, name: string, index: number): unknown {
  if (Array.isArray(struct)) return struct[index]
  if (typeof struct !== 'object' || struct === null || !Object.hasOwn(struct, name)) return undefined
  return Object.getOwnPropertyDescriptor(struct, name)?.value
}

/** Returns the arguments with one of `names`, ignoring case and separators. */
export function argumentsNamed(args: readonly NamedArgument[], names: readonly string[]): NamedArgument[] {
  return args.filter(({ name }) => names.includes(name.toLowerCase().replaceAll('_', '')))
}
