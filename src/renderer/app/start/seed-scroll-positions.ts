const key = 'vue-router:scroll'

// vue-router reads them while its file runs. Where there are none it throws and catches an error, for whose stack V8 parses the whole
// start once more.
try {
  if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, '{}')
} catch {
  // A managed browser may store nothing; vue-router does without, too.
}
