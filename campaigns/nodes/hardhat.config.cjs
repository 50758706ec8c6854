// Read by Hardhat alone: start-node.ts says which chain it is and who has plenty.
module.exports = {
  networks: {
    hardhat: {
      chainId: Number(process.env.TILL_NODE_CHAIN_ID),
      accounts: [{ privateKey: process.env.TILL_NODE_KEY, balance: '1000000000000000000000' }],
      // As networks do: blocks come when they come, and what was sent waits in a pool until then.
      mining: { auto: false, interval: 1000 },
    },
  },
}
