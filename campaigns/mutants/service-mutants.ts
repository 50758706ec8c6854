import type { Mutant } from './mutant.ts'

const unpacking = ['src/main/service/unpacking.test.ts']
const sending = ['src/main/service/send-request.test.ts']

/** Faults in how Till speaks with the service. */
export const serviceMutants: readonly Mutant[] = [
  {
    name: 'an answer that unpacks without end is read to its end',
    file: 'src/main/service/read-body.ts',
    find: 'if (bytes > maxBytes) throw new TooLargeError()',
    replace: 'if (bytes < 0) throw new TooLargeError()',
    tests: unpacking,
  },
  {
    name: 'nothing ends the connection of an answer that is too large',
    file: 'src/main/service/read-body.ts',
    find: '    decoder?.destroy()\n    body.destroy()\n',
    replace: '',
    tests: unpacking,
  },
  {
    name: 'an answer under way has no deadline',
    file: 'src/main/service/read-body.ts',
    find: "  signal.addEventListener('abort', stop, { once: true })\n",
    replace: '',
    tests: unpacking,
  },
  {
    name: 'what axios refused itself counts as never sent',
    file: 'src/main/service/is-before-connect.ts',
    find: 'connectCodes.includes(code) && isBeforeConnect(error.cause)',
    replace: 'connectCodes.includes(code) || isBeforeConnect(error.cause)',
    tests: sending,
  },
  {
    name: 'the service is asked with axios’ own headers',
    file: 'src/main/service/send-request.ts',
    find: "'Accept-Encoding': 'gzip, br', ",
    replace: '',
    tests: sending,
  },
  {
    name: 'a switch to another protocol is waited for to the deadline',
    file: 'src/main/service/send-request.ts',
    find: 'if (!hasBegun) sent.emit(',
    replace: 'if (hasBegun && sent.closed) sent.emit(',
    tests: sending,
  },
  {
    name: 'an exchange that hangs outlives Till',
    file: 'src/main/wiring/services.ts',
    find: '      closing.abort()\n',
    replace: '',
    tests: ['src/main/wiring/services.test.ts'],
  },
]
