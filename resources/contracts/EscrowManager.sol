// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FulfillmentResult, IEscrowVault, OnlyBy} from "./EscrowTypes.sol";

interface IReleasing {
    function release(uint256 serviceID, address token) external;
}

/// Says whether a record was fulfilled; only the service's operator calls it. One of generation 1 leaves no trace of its own.
contract EscrowManagerV1 {
    address private operator;
    address private vault;

    function start(address operator_, address vault_) external {
        require(operator == address(0), "started");
        (operator, vault) = (operator_, vault_);
    }

    modifier onlyOperator() {
        if (msg.sender != operator) revert OnlyBy(operator);
        _;
    }

    function registerERC20Fulfillment(uint256 serviceID, FulfillmentResult calldata result) external onlyOperator {
        IEscrowVault(vault).register(serviceID, result);
        leaveTrace(serviceID, result);
    }

    function releaseTo(uint256 serviceID, address token) external onlyOperator {
        IReleasing(vault).release(serviceID, token);
    }

    function leaveTrace(uint256 serviceID, FulfillmentResult calldata result) internal virtual {}
}

contract EscrowManagerV1_1 is EscrowManagerV1 {
    event ERC20FulfillmentRegistered(uint256 indexed serviceID, FulfillmentResult result);

    function leaveTrace(uint256 serviceID, FulfillmentResult calldata result) internal override {
        emit ERC20FulfillmentRegistered(serviceID, result);
    }
}
