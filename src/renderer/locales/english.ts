import words from './en/start.json'

// The first formatted number takes the browser tens of milliseconds, and the first time and price a few. This file runs while the
// page's own script and style are still on their way, so the first screen does not wait for any.
new Intl.NumberFormat().format(0)
new Intl.DateTimeFormat().format(0)
new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(0)

export default words
