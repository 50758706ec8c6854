#!/usr/bin/env node
// Stands in for fpm, which electron-builder downloads: packs the same files and fields with dpkg-deb and rpmbuild.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const one = { type: 'string' }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'source-type': { ...one, short: 's' },
    type: { ...one, short: 't' },
    depends: { ...one, short: 'd', multiple: true },
    force: { type: 'boolean' },
    ...Object.fromEntries(
      ['architecture', 'after-install', 'after-remove', 'description', 'version', 'package', 'name', 'maintainer']
        .concat(['vendor', 'url', 'license', 'deb-compression', 'deb-priority', 'deb-recommends'])
        .concat(['rpm-os', 'rpm-compression'])
        .map((name) => [name, one]),
    ),
  },
})

const work = mkdtempSync(join(tmpdir(), 'till-fpm-'))
const tree = join(work, 'tree')
for (const positional of positionals) {
  const [source, target] = positional.split('=')
  const isFolder = statSync(source).isDirectory()
  mkdirSync(join(tree, isFolder ? target : dirname(target)), { recursive: true })
  cpSync(source, join(tree, target), { recursive: true })
  if (!isFolder) chmodSync(join(tree, target), 0o644)
}

function packDeb() {
  mkdirSync(join(tree, 'DEBIAN'))
  const fields = {
    Package: values.name,
    Version: values.version,
    License: values.license,
    Vendor: values.vendor,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    Depends: values.depends.join(', '),
    ...(values['deb-recommends'] === undefined ? {} : { Recommends: values['deb-recommends'] }),
    Priority: values['deb-priority'],
    Homepage: values.url,
    Description: values.description.trim(),
  }
  const control = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
  writeFileSync(join(tree, 'DEBIAN/control'), control.join(''))
  for (const [name, script] of [
    ['postinst', 'after-install'],
    ['postrm', 'after-remove'],
  ]) {
    cpSync(values[script], join(tree, 'DEBIAN', name))
    chmodSync(join(tree, 'DEBIAN', name), 0o755)
  }
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, values.package])
}

function packRpm() {
  const script = (name) => readFileSync(values[name], 'utf8').replaceAll('%', '%%')
  const files = positionals.map((positional) => `"${positional.split('=')[1]}"`)
  const spec = `Name: ${values.name}
Version: ${values.version}
Release: 1
Summary: ${values.description}
License: ${values.license}
Vendor: ${values.vendor}
URL: ${values.url}
AutoReqProv: no
${values.depends.map((name) => `Requires: ${name}\n`).join('')}
%description
${values.description}
%post
${script('after-install')}
%postun
${script('after-remove')}
%files
%defattr(-,root,root,-)
${files.join('\n')}
`
  writeFileSync(join(work, 'till.spec'), spec)
  const definitions = {
    _topdir: work,
    buildroot: tree,
    _rpmdir: work,
    _rpmfilename: 'till.rpm',
    _binary_payload: 'w1.gzdio',
  }
  const macros = Object.entries({ ...definitions, __os_install_post: '%{nil}' }).map(
    ([name, value]) => `${name} ${value}`,
  )
  execFileSync('rpmbuild', [
    '-bb',
    '--quiet',
    '--buildroot',
    tree,
    '--target',
    values.architecture.replace('amd64', 'x86_64'),
    ...macros.flatMap((macro) => ['--define', macro]),
    join(work, 'till.spec'),
  ])
  cpSync(join(work, 'till.rpm'), values.package)
}

if (values.type === 'deb') packDeb()
else packRpm()
rmSync(work, { recursive: true })
