import { globSync, readFileSync } from 'node:fs'
import { type ChildNode, parse } from 'postcss'
import { expect, test } from 'vitest'

/*
 * A rule such as `p:has(a) > *` lets Chromium compute the styles of the whole page again with each change that any `:has()`
 * could concern, such as a row of a list.
 */

test('after `:has()`, rules for screens name an element or a class [T1790]', () => {
  const found = globSync('src/**/*.css').flatMap((file) =>
    rulesIn(parse(readFileSync(file, 'utf8')).nodes)
      .filter(isUniversal)
      .map((selector) => `${file}: ${selector}`),
  )
  expect(found).toEqual([])
  expect(['p:has(a) > *', 'p:is(.b, :has(+ .a)) :not(.c)'].filter(isUniversal)).toHaveLength(2)
})

/** The selectors of all rules, each with those that it is nested in. */
function rulesIn(nodes: ChildNode[], parent = ''): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'atrule') return node.params === 'print' ? [] : rulesIn(node.nodes ?? [], parent)
    if (node.type !== 'rule') return []
    return node.selectors.flatMap((own) => {
      const selector = own.includes('&') ? own.replaceAll('&', parent) : `${parent} ${own}`.trim()
      return [selector, ...rulesIn(node.nodes, selector)]
    })
  })
}

function isUniversal(selector: string): boolean {
  let [bare, before] = [selector, '']
  // Arguments go, from the inside, except for `:has`.
  while (bare !== before) {
    before = bare
    bare = bare.replace(/\(([^()]*)\)/g, (_, content) => (content.includes(':has') ? ':has' : ''))
  }
  const [, last = ''] = /:has.*[\s>+~](\S+)$/.exec(bare) ?? []
  return /^(\*|:(?!is|where))/.test(last)
}
