// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IEscrowRegistry, OnlyBy, ServiceEntry} from "./EscrowTypes.sol";

/// Knows the services, what each takes as fee, and the references that each has validated.
contract EscrowRegistry is IEscrowRegistry {
    address private owner;
    mapping(uint256 => ServiceEntry) private services;
    mapping(uint256 => uint16) private fees;
    mapping(uint256 => string[]) private references;

    function start(address owner_) external {
        require(owner == address(0), "started");
        owner = owner_;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert OnlyBy(owner);
        _;
    }

    function putService(uint256 serviceID, address beneficiary, address fulfiller, uint16 feeBps) external onlyOwner {
        services[serviceID] = ServiceEntry(serviceID, beneficiary, fulfiller);
        fees[serviceID] = feeBps;
    }

    function addRef(uint256 serviceID, string calldata ref) external onlyOwner {
        references[serviceID].push(ref);
    }

    function getService(uint256 serviceID) external view returns (ServiceEntry memory service, uint16 feeBps) {
        require(services[serviceID].fulfiller != address(0), "unknown service");
        return (services[serviceID], fees[serviceID]);
    }

    /// A reference is not used up: a payment may name it again.
    function isRefValid(uint256 serviceID, string calldata ref) external view returns (bool) {
        string[] storage known = references[serviceID];
        for (uint256 index = 0; index < known.length; index++) {
            if (keccak256(bytes(known[index])) == keccak256(bytes(ref))) return true;
        }
        return false;
    }
}
