// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {
    EnforcedPause,
    IEscrowRegistry,
    IEscrowTokenRegistry,
    IEscrowVault,
    InsufficientAmount,
    InvalidFiatAmount,
    InvalidRef,
    OnlyBy,
    PayerMismatch,
    ServiceRequest,
    UnsupportedToken
} from "./EscrowTypes.sol";

interface IVaultV1 {
    function withdraw(uint256 serviceID, address token, address refundee) external;
}

interface IVaultV1_1 {
    function withdraw(uint256 serviceID, uint256 recordId, address refundee) external;
}

/// The only contract that users call: it takes a payment and its fee into the vault, and gives refunds back from there.
abstract contract EscrowRouter {
    address private owner;
    bool public paused;
    address internal vault;
    IEscrowRegistry private registry;
    IEscrowTokenRegistry private tokens;

    event ERC20ServiceRequested(uint256 serviceID, ServiceRequest request);

    function start(address owner_, address vault_, IEscrowRegistry registry_, IEscrowTokenRegistry tokens_) external {
        require(owner == address(0), "started");
        (owner, vault, registry, tokens) = (owner_, vault_, registry_, tokens_);
    }

    /// Stops payments; refunds go on.
    function pause(bool isPaused) external {
        if (msg.sender != owner) revert OnlyBy(owner);
        paused = isPaused;
    }

    function requestERC20Service(uint256 serviceID, ServiceRequest calldata request) external returns (bool) {
        if (paused) revert EnforcedPause();
        if (request.payer != msg.sender) revert PayerMismatch(request.payer, msg.sender);
        if (request.tokenAmount == 0) revert InsufficientAmount();
        if (request.fiatAmount == 0) revert InvalidFiatAmount();
        if (!tokens.isTokenWhitelisted(request.token)) revert UnsupportedToken(request.token);
        if (!registry.isRefValid(serviceID, request.serviceRef)) revert InvalidRef();
        uint256 fee = feeOf(serviceID, request.token, request.tokenAmount);
        take(request.token, request.tokenAmount + fee);
        IEscrowVault(vault).deposit(serviceID, request, fee);
        emit ERC20ServiceRequested(serviceID, request);
        return true;
    }

    function feeOf(uint256 serviceID, address token, uint256 amount) private view returns (uint256) {
        (, uint16 serviceBps) = registry.getService(serviceID);
        return shareOf(amount, serviceBps) + shareOf(amount, tokens._swapFeeBasisPoints(token));
    }

    /// Rounded up.
    function shareOf(uint256 amount, uint256 bps) private pure returns (uint256) {
        return (amount * bps + 9_999) / 10_000;
    }

    function take(address token, uint256 amount) private {
        (bool moved, bytes memory said) = token.call(
            abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, vault, amount)
        );
        require(moved && (said.length == 0 || abi.decode(said, (bool))), "transfer refused");
    }
}

contract EscrowRouterV1 is EscrowRouter {
    function withdrawERC20Refund(uint256 serviceID, address token, address refundee) external {
        if (refundee != msg.sender) revert PayerMismatch(refundee, msg.sender);
        IVaultV1(vault).withdraw(serviceID, token, refundee);
    }
}

contract EscrowRouterV1_1 is EscrowRouter {
    function withdrawERC20Refund(uint256 serviceID, uint256 recordId) external {
        IVaultV1_1(vault).withdraw(serviceID, recordId, msg.sender);
    }
}
