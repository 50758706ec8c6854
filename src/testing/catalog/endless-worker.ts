import { parentPort } from 'node:worker_threads'

// A refresh that never ends, for tests.
parentPort?.on('message', () => undefined)
