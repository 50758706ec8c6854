// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OnlyBy} from "./EscrowTypes.sol";

/// The lasting address of one part of the escrow, whose owner may put other code behind it (ERC-1967).
contract EscrowProxy {
    bytes32 private constant IMPLEMENTATION = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);
    address public immutable proxyOwner;

    event Upgraded(address indexed implementation);

    constructor(address owner, address implementation, bytes memory start) {
        proxyOwner = owner;
        point(implementation);
        (bool ok, ) = implementation.delegatecall(start);
        require(ok, "not started");
    }

    function upgradeTo(address implementation) external {
        if (msg.sender != proxyOwner) revert OnlyBy(proxyOwner);
        point(implementation);
    }

    function point(address implementation) private {
        bytes32 slot = IMPLEMENTATION;
        assembly {
            sstore(slot, implementation)
        }
        emit Upgraded(implementation);
    }

    fallback() external {
        bytes32 slot = IMPLEMENTATION;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(slot), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
