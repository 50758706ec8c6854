import { toEventHash, toFunctionSelector, type AbiEvent, type AbiFunction } from 'viem'
import { expect, it } from 'vitest'
import { escrowAbi, withdrawnV1, withdrawnV1_1 } from './escrow-abi.ts'

const named = <T extends string>(type: string, name: T) =>
  escrowAbi.filter((item) => item.type === type && 'name' in item && item.name === name)

it('has the deployed contracts’ selectors of calls and errors, and topics of events', () => {
  const selector = (name: string) => named('function', name).map((item) => toFunctionSelector(item as AbiFunction))
  expect(selector('requestERC20Service')).toEqual(['0xe2f6ad25'])
  expect(selector('withdrawERC20Refund')).toEqual(['0x48d20d16', '0xaa6694b1'])
  const topic = (name: string) => named('event', name).map((item) => toEventHash(item as AbiEvent))[0]
  expect([
    topic('ERC20ServiceRequested'),
    topic('ERC20DepositReceived'),
    topic('ERC20RefundAuthorized'),
    topic('ERC20FulfillmentRegistered'),
    toEventHash(withdrawnV1[0]),
    toEventHash(withdrawnV1_1[0]),
  ]).toEqual([
    '0xcffa77ca666af7f5f48cb67286d2851dd1a316733e8bf15cd1bee264a83742ad',
    '0xfe31e11aad0d4767904c798dd8326e02ff3f34ade391dc074800a8b71d34a7ec',
    '0xc26e84de705d2bfd99e3fa9d482912f6918366d3bbde41683ecfbc118b40efbd',
    '0x844b50b8d5cfeca71e001fe9d5711e4cb4d67241795b4864cdda9494a98746f7',
    '0x4b0c3d1fc51b8d48eaf8e0c0a8554a1bdfa3ccd89dff5f774bb84d1d901bc30b',
    '0x53e8f7e8ed4fc8a54cbbe101fcbd61bb97ff9a45c719390450e6090274429701',
  ])
  const error = (name: string, inputs: string) => toFunctionSelector(`function ${name}(${inputs})`)
  expect([
    error('PayerMismatch', 'address,address'),
    error('InvalidRef', ''),
    error('UnsupportedToken', 'address'),
  ]).toEqual(['0x35b13a39', '0xe97d945b', '0xbf16aab6'])
  expect([error('InsufficientAmount', ''), error('InvalidFiatAmount', ''), error('EnforcedPause', '')]).toEqual([
    '0x5945ea56',
    '0xaaf0371a',
    '0xd93c0665',
  ])
  expect([error('RefundsTooBig', ''), error('NoRefunds', 'address')]).toEqual(['0x1eb8e4e9', '0xb4741e1a'])
})
