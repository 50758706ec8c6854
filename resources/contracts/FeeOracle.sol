// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Stands in tests where a rollup has its fee oracle: a price per byte, zeros for almost nothing, as compression makes it.
contract FeeOracle {
    uint256 private constant PER_BYTE = 1 gwei;
    uint256 private constant PER_GAS = 100;
    uint256 private constant CONSTANT = 5_000;

    /// Some chains have no operator fee; slot 0.
    bool private isWithoutOperator;

    function getL1Fee(bytes calldata data) external pure returns (uint256 fee) {
        for (uint256 index = 0; index < data.length; index++) {
            fee += data[index] == 0 ? 1 : PER_BYTE;
        }
    }

    function getOperatorFee(uint256 gasUsed) external view returns (uint256) {
        require(!isWithoutOperator, "no operator fee");
        return gasUsed * PER_GAS + CONSTANT;
    }
}
