import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { plantCanary } from './canary.ts'

// Preloaded into Till's process: plants its canary there, and collects garbage on request.
plantCanary(Number(process.env['TILL_CANARY_SEED']))
process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let times = 0; times < 5; times++) collect()
  console.error('Collected.')
})
