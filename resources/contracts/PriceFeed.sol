// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Stands on the sandbox's chains where others have a price feed of Chainlink: one price, updated every hour.
contract PriceFeed {
    uint256 private constant HEARTBEAT = 1 hours;

    /// Slot 0.
    int256 private answer;
    /// Epoch seconds, or 0 for the begin of the hour; slot 1.
    uint256 private updatedAt;
    /// Slot 2.
    uint8 public decimals = 8;

    constructor(int256 price) {
        answer = price;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        uint256 at = updatedAt == 0 ? block.timestamp - (block.timestamp % HEARTBEAT) : updatedAt;
        return (1, answer, at, at, 1);
    }
}
