// Loaded before Till: moves its clock ahead, as if that much time had passed since its last run.
const ahead = Number(process.env['TILL_CLOCK_AHEAD_SECONDS'] ?? 0) * 1000
const real = Date.now
Date.now = () => real() + ahead
