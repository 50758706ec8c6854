type Answer = Record<string, unknown>

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Answer
  readonly result?: Answer
  readonly error?: { readonly message: string }
}

/** A bare connection to a page over Chromium's own protocol. More than that would slow down what it measures. */
export interface Devtools {
  send(method: string, params?: object): Promise<Answer>
  /** Resolves with the next event of this name. */
  next(event: string): Promise<Answer>
  close(): void
}

const LOOK_EVERY_MS = 20

/** Connects to the first page of the browser that listens on `port` of this machine. */
export async function openDevtools(port: string): Promise<Devtools> {
  const socket = new WebSocket(await addressOfPage(port))
  const pending = new Map<number, { resolve(result: Answer): void; reject(error: Error): void }>()
  const awaited = new Map<string, (params: Answer) => void>()
  let count = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data)) as Message
    if (method !== undefined) {
      awaited.get(method)?.(params ?? {})
      awaited.delete(method)
    }
    if (id === undefined) return
    const caller = pending.get(id)
    pending.delete(id)
    if (error) caller?.reject(new Error(error.message))
    else caller?.resolve(result ?? {})
  })
  socket.addEventListener('close', () => pending.forEach(({ reject }) => reject(new Error('The window is closed'))))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('The window cannot be reached')))
  })
  return {
    send(method, params = {}) {
      const id = ++count
      socket.send(JSON.stringify({ id, method, params }))
      return new Promise((resolve, reject) => pending.set(id, { resolve, reject }))
    },
    next: (event) => new Promise((resolve) => awaited.set(event, resolve)),
    close: () => socket.close(),
  }
}

async function addressOfPage(port: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
    const targets = (await answer.json()) as { type: string; webSocketDebuggerUrl: string }[]
    const page = targets.find(({ type }) => type === 'page')
    if (page) return page.webSocketDebuggerUrl
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
