// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IEscrowTokenRegistry, OnlyBy} from "./EscrowTypes.sol";

/// Knows the tokens that may be paid with, and what is charged for exchanging each.
contract EscrowTokenRegistry is IEscrowTokenRegistry {
    address private owner;
    mapping(address => bool) public isTokenWhitelisted;
    mapping(address => uint16) public _swapFeeBasisPoints;

    function start(address owner_) external {
        require(owner == address(0), "started");
        owner = owner_;
    }

    function putToken(address token, bool isTaken, uint16 swapFeeBps) external {
        if (msg.sender != owner) revert OnlyBy(owner);
        isTokenWhitelisted[token] = isTaken;
        _swapFeeBasisPoints[token] = swapFeeBps;
    }
}
