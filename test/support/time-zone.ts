import { execFileSync } from 'node:child_process'
import { bareEnvironment } from './bare-environment.ts'
import { root } from './source-tree.ts'

/** Evaluates an expression in a process of that time zone, with `names` imported from `module`. */
export function inTimeZone<Value>(
  zone: string,
  { names, module, expression }: { names: string; module: string; expression: string },
): Value {
  const program = `
    import { ${names} } from '${module}'
    console.log(JSON.stringify(${expression}))`
  const output = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    cwd: root,
    env: { ...bareEnvironment, TZ: zone },
    encoding: 'utf8',
  })
  return JSON.parse(output)
}
