import words from './en.json'

// This runs while the page's script is still being compiled. The first number of all takes the browser tens of milliseconds, the first
// time a few.
new Intl.NumberFormat().format(0)
new Intl.DateTimeFormat().format(0)

export default words
