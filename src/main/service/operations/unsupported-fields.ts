/**
 * Fields by which libraries, clients and standards make a transaction do more than pay from the signing account: another kind of
 * transaction, another gas payer, further calls, or another payer. Till signs none of that, so it refuses a request with one. Names are in
 * lower case without separators, as they are compared.
 */
const unsupported: ReadonlySet<string> = new Set([
  // EIP-2930, EIP-4844 and EIP-7702, as viem, ethers and nodes name them.
  'accesslist',
  'authorizationlist',
  'authorization',
  'maxfeeperblobgas',
  'blobgasprice',
  'blobversionedhashes',
  'blobs',
  'blob',
  'sidecar',
  'sidecars',
  'blobsidecar',
  'blobsidecars',
  'kzg',
  'kzgcommitments',
  'kzgproofs',
  // ERC-4337 and EIP-5792: an operation or several calls instead of one transaction.
  'paymaster',
  'paymasterdata',
  'paymasteranddata',
  'paymasterinput',
  'paymasterparams',
  'calls',
  'capabilities',
  'calldata',
  'callgaslimit',
  'initcode',
  'factory',
  'factorydata',
  'useroperation',
  'batch',
  'transactions',
  // Chain-specific fields: zkSync, Celo, Tempo, Kaia, OP stack deposits, VeChain, private networks.
  'factorydeps',
  'customdata',
  'customsignature',
  'gasperpubdata',
  'gasperpubdatabytelimit',
  'eip712meta',
  'feecurrency',
  'gatewayfee',
  'gatewayfeerecipient',
  'maxfeeinfeecurrency',
  'feepayer',
  'feepayersignature',
  'feetoken',
  'feeratio',
  'noncekey',
  'keyauthorization',
  'validafter',
  'validbefore',
  'mint',
  'issystemtx',
  'clauses',
  'gaspricecoef',
  'dependson',
  'privatefor',
  'privatefrom',
  'privacyflag',
  'privacygroupid',
  // Safe: a delegated call, and gas refunded by the wallet.
  'operation',
  'safetxgas',
  'basegas',
  'gastoken',
  'refundreceiver',
  'delegate',
  'delegateto',
])

/** Returns the first non-empty field of a request that Till does not support; null for none. */
export function findUnsupportedField(request: Readonly<Record<string, unknown>>): string | null {
  const found = Object.entries(request).find(([name, value]) => isUnsupported(name) && !isAbsent(name, value))
  return found?.[0] ?? null
}

function isUnsupported(name: string): boolean {
  return unsupported.has(plain(name))
}

/** An empty access list permits nothing; any other empty list may still change the kind of transaction. */
function isAbsent(name: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return plain(name) === 'accesslist' && Array.isArray(value) && value.length === 0
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
