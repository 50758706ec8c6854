// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// What the parts of the play escrow tell each other.
enum Status {
    FAILED,
    SUCCESS,
    PENDING,
    REFUNDED
}

struct ServiceRequest {
    address payer;
    uint256 fiatAmount;
    string serviceRef;
    address token;
    uint256 tokenAmount;
}

struct EscrowRecord {
    uint256 id;
    string serviceRef;
    address fulfiller;
    address token;
    string externalID;
    address payer;
    uint256 tokenAmount;
    uint256 feeAmount;
    uint256 fiatAmount;
    uint256 entryTime;
    string receiptURI;
    Status status;
}

struct FulfillmentResult {
    uint256 id;
    string externalID;
    string receiptURI;
    Status status;
}

struct ServiceEntry {
    uint256 serviceId;
    address beneficiary;
    address fulfiller;
}

error PayerMismatch(address expected, address given);
error InvalidRef();
error UnsupportedToken(address token);
error InsufficientAmount();
error InvalidFiatAmount();
error EnforcedPause();
error RefundsTooBig();
error NoRefunds(address refundee);
error OnlyBy(address allowed);
error NotPending(uint256 id);

interface IEscrowRegistry {
    function getService(uint256 serviceID) external view returns (ServiceEntry memory service, uint16 feeBps);

    function isRefValid(uint256 serviceID, string calldata ref) external view returns (bool);
}

interface IEscrowTokenRegistry {
    function isTokenWhitelisted(address token) external view returns (bool);

    function _swapFeeBasisPoints(address token) external view returns (uint16);
}

interface IEscrowVault {
    function deposit(uint256 serviceID, ServiceRequest calldata request, uint256 fee) external;

    function register(uint256 serviceID, FulfillmentResult calldata result) external;
}
