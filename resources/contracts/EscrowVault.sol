// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {
    EscrowRecord,
    FulfillmentResult,
    IEscrowRegistry,
    IEscrowVault,
    NoRefunds,
    NotPending,
    OnlyBy,
    PayerMismatch,
    RefundsTooBig,
    ServiceEntry,
    ServiceRequest,
    Status
} from "./EscrowTypes.sol";

/// Holds what was paid through the router until the service delivers or fails; both generations share its books.
abstract contract EscrowVault is IEscrowVault {
    address internal router;
    address private manager;
    IEscrowRegistry private registry;
    uint256 private lastId;
    mapping(uint256 => EscrowRecord) internal records;
    mapping(address => uint256[]) private recordIds;
    mapping(address token => mapping(address payer => mapping(uint256 serviceID => uint256))) internal deposits;
    mapping(address token => mapping(address payer => mapping(uint256 serviceID => uint256))) internal refunds;
    mapping(address token => mapping(uint256 serviceID => uint256)) private pools;

    event ERC20DepositReceived(EscrowRecord record);
    event ERC20RefundAuthorized(address indexed payee, uint256 weiAmount);

    function start(address router_, address manager_, IEscrowRegistry registry_) external {
        require(router == address(0), "started");
        (router, manager, registry) = (router_, manager_, registry_);
    }

    modifier onlyBy(address allowed) {
        if (msg.sender != allowed) revert OnlyBy(allowed);
        _;
    }

    /// The router has moved the coins here already.
    function deposit(uint256 serviceID, ServiceRequest calldata request, uint256 fee) external onlyBy(router) {
        (ServiceEntry memory service, ) = registry.getService(serviceID);
        uint256 id = ++lastId;
        EscrowRecord storage record_ = records[id];
        record_.id = id;
        record_.serviceRef = request.serviceRef;
        record_.fulfiller = service.fulfiller;
        record_.token = request.token;
        record_.payer = request.payer;
        record_.tokenAmount = request.tokenAmount;
        record_.feeAmount = fee;
        record_.fiatAmount = request.fiatAmount;
        record_.entryTime = block.timestamp;
        record_.status = Status.PENDING;
        recordIds[request.payer].push(id);
        deposits[request.token][request.payer][serviceID] += request.tokenAmount + fee;
        emit ERC20DepositReceived(record_);
    }

    function register(uint256 serviceID, FulfillmentResult calldata result) external onlyBy(manager) {
        EscrowRecord storage record_ = records[result.id];
        if (record_.status != Status.PENDING) revert NotPending(result.id);
        require(result.status == Status.SUCCESS || result.status == Status.FAILED, "no outcome");
        record_.status = result.status;
        record_.externalID = result.externalID;
        record_.receiptURI = result.receiptURI;
        uint256 total = record_.tokenAmount + record_.feeAmount;
        if (result.status == Status.FAILED) {
            authorize(record_, serviceID, total);
            emit ERC20RefundAuthorized(record_.payer, total);
        } else {
            deposits[record_.token][record_.payer][serviceID] -= total;
            pools[record_.token][serviceID] += total;
        }
    }

    /// Gives the service what it earned.
    function release(uint256 serviceID, address token) external onlyBy(manager) {
        (ServiceEntry memory service, ) = registry.getService(serviceID);
        uint256 earned = pools[token][serviceID];
        pools[token][serviceID] = 0;
        pay(token, service.beneficiary, earned);
    }

    function record(uint256 id) external view returns (EscrowRecord memory) {
        return records[id];
    }

    function recordsOf(address payer) external view returns (uint256[] memory) {
        return recordIds[payer];
    }

    function getERC20DepositsFor(address token, address payer, uint256 serviceID) external view returns (uint256) {
        return deposits[token][payer][serviceID];
    }

    function getERC20RefundsFor(address token, address refundee, uint256 serviceID) external view returns (uint256) {
        return refunds[token][refundee][serviceID];
    }

    function authorize(EscrowRecord storage record_, uint256 serviceID, uint256 total) internal virtual {
        deposits[record_.token][record_.payer][serviceID] -= total;
        refunds[record_.token][record_.payer][serviceID] += total;
    }

    function pay(address token, address to, uint256 amount) internal {
        (bool moved, bytes memory said) = token.call(
            abi.encodeWithSignature("transfer(address,uint256)", to, amount)
        );
        require(moved && (said.length == 0 || abi.decode(said, (bool))), "transfer refused");
    }
}

/// Generation 1: a withdrawal gives all that waits for a payer, a service and a token, and names no record.
contract EscrowVaultV1 is EscrowVault {
    event ERC20RefundWithdrawn(address token, address indexed payee, uint256 weiAmount);

    /// What waits already and the new refund must fit into what is still deposited: else the payer must withdraw first.
    function authorize(EscrowRecord storage record_, uint256 serviceID, uint256 total) internal override {
        uint256 waiting = refunds[record_.token][record_.payer][serviceID];
        if (waiting + total > deposits[record_.token][record_.payer][serviceID]) revert RefundsTooBig();
        super.authorize(record_, serviceID, total);
    }

    function withdraw(uint256 serviceID, address token, address refundee) external onlyBy(router) {
        uint256 waiting = refunds[token][refundee][serviceID];
        if (waiting == 0) revert NoRefunds(refundee);
        refunds[token][refundee][serviceID] = 0;
        pay(token, refundee, waiting);
        emit ERC20RefundWithdrawn(token, refundee, waiting);
    }
}

/// Generation 1.1: a withdrawal names a record and gives what that one holds, whatever its status says, while enough waits for its payer.
contract EscrowVaultV1_1 is EscrowVault {
    event ERC20RefundWithdrawn(address indexed token, address indexed payee, uint256 weiAmount, uint256 recordId);

    function withdraw(uint256 serviceID, uint256 recordId, address refundee) external onlyBy(router) {
        EscrowRecord storage record_ = records[recordId];
        if (record_.payer != refundee) revert PayerMismatch(record_.payer, refundee);
        uint256 total = record_.tokenAmount + record_.feeAmount;
        uint256 waiting = refunds[record_.token][refundee][serviceID];
        if (waiting == 0) revert NoRefunds(refundee);
        if (total > waiting) revert RefundsTooBig();
        refunds[record_.token][refundee][serviceID] = waiting - total;
        record_.status = Status.REFUNDED;
        pay(record_.token, refundee, total);
        emit ERC20RefundWithdrawn(record_.token, refundee, total, recordId);
    }
}
