import fc from 'fast-check'

// By default an array or text of at most 60 has 10 parts at most.
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true })
