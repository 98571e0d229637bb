import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '#test/support/source-tree.ts'
import packageJson from '../../package.json' with { type: 'json' }

/* What an operator gets besides the program: its packages' licenses, and the unit for systemd. */

const allowed = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '(MIT OR Apache-2.0)'],
  // Of files that are shipped as they are.
  ...['MPL-2.0', 'Python-2.0', 'PSF-2.0'],
]

/** Packages that don't name their license as SPDX does; what they say was read by a person. */
const read: Record<string, string> = { 'incremental-encoder': 'MPL-2.0', 'png-js': 'MIT' }

interface Component {
  name: string
  version: string
  purl: string
  properties?: { name: string; value: string }[]
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

test('every package of run time is in the bill of materials, with a license that allows it to be shipped [T784]', () => {
  // Not --omit=dev, which leaves out what a package of development needs, too, such as pg.
  const parameters = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
  const text = execFileSync('npm', parameters, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const all: Component[] = JSON.parse(text).components
  const isDevelopment = ({ properties = [] }: Component) =>
    properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
  const components = all.filter((component) => !isDevelopment(component))
  expect(components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(packageJson.dependencies)),
  )
  expect(components.map(({ name }) => name)).not.toContain('vite')
  const wrong = components.flatMap(({ name, purl, licenses = [] }) => {
    const named = licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression)
    const found = read[name] ?? named.join(' and ')
    return allowed.includes(found) ? [] : [`${purl}: ${found || 'no license'}`]
  })
  expect(wrong).toEqual([])
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(hasSystemd)('systemd accepts the unit, and finds it well closed off [T785]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stable-housing-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'stable-housing.service')
  const unit = readFileSync(join(root, 'deploy/stable-housing.service'), 'utf8')
  // npm may be elsewhere on this machine.
  writeFileSync(file, unit.replace('=/usr/bin/npm', '=/bin/sh'))
  const analyze = (...parameters: string[]) => {
    const { status, stderr } = spawnSync('systemd-analyze', [...parameters, file], { encoding: 'utf8' })
    return { status, stderr }
  }
  expect(analyze('verify')).toEqual({ status: 0, stderr: '' })
  // In tenths; an ordinary unit has 9.6.
  expect(analyze('security', '--offline=true', '--threshold=20')).toMatchObject({ status: 0 })
})
