// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Takes the payment of one quote into the treasury; it wants an allowance of exactly that amount, never more.
contract FulfillableRouter {
    address public immutable treasury;

    event Paid(address indexed payer, uint256 indexed quoteId, address token, uint256 amount);

    constructor(address treasury_) {
        treasury = treasury_;
    }

    function pay(address token, uint256 amount, uint256 quoteId) external {
        require(amount > 0, "nothing to pay");
        (bool known, bytes memory allowed) = token.staticcall(
            abi.encodeWithSignature("allowance(address,address)", msg.sender, address(this))
        );
        require(known && allowed.length == 32 && abi.decode(allowed, (uint256)) == amount, "allowance must be exact");
        (bool moved, bytes memory result) = token.call(
            abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, treasury, amount)
        );
        require(moved && (result.length == 0 || abi.decode(result, (bool))), "transfer refused");
        emit Paid(msg.sender, quoteId, token, amount);
    }
}
