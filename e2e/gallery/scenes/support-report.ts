import { writeReport } from '../../../src/main/support/write-report.ts'

/** The support report of a Till in use. */
export const scriptedReport = writeReport({
  at: Date.parse('2026-11-22T15:59:00Z'),
  sections: [
    {
      title: 'Program',
      rows: [
        ['Till', '0.1.0'],
        ['window', 'chromium'],
        ['system', 'linux 6.1.0-18-amd64 x64'],
        ['Node', '24.21.0'],
        ['secret store', true],
      ],
    },
    {
      title: 'Service',
      rows: [
        ['host', 'shop.example'],
        ['connection', 'online'],
        ['requests left', 82],
      ],
    },
    {
      title: 'Network with chain ID 71001',
      rows: [
        ['trouble', null],
        ['node lagoon.example', 'working'],
      ],
    },
    {
      title: 'Purchases',
      rows: [
        ['all', 12],
        ['delivered', 11],
        ['needs-you', 1],
      ],
    },
  ],
  log: [
    '2026-11-22T15:41:07.120Z info  app.started Till started version=0.1.0 window=chromium platform=linux arch=x64 system=6.1.0-18-amd64 node=24.21.0',
    '2026-11-22T15:41:09.004Z info  service.request Sent a request to the service method=GET path=/api/v1/networks/ status=200 ms=35',
    '2026-11-22T15:52:30.551Z warn  chain.node A node failed chain=71001 host=node.example HttpRequestError status=503 at exchange rpc-exchange.ts:71:11',
    '2026-11-22T15:53:12.870Z info  purchase.changed A purchase changed id=5a1a9ff2-3f5e-4c53-8f2a-0d3f0f5f4d11 status=delivered',
  ],
})
