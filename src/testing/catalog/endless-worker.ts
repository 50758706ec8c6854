import { parentPort } from 'node:worker_threads'

// A refresh worker that never finishes.
parentPort?.on('message', () => undefined)
