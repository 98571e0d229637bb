import { useSearchParams } from 'react-router'
import { among } from '#portal/lists/list-state.ts'

/**
 * A choice that is in the address unless it is the default: a reload and a shared link show the same. Undefined while the
 * default is not known.
 */
export function useChoice<Value extends string, Default extends Value | undefined>(
  name: string,
  values: readonly Value[],
  byDefault: Default,
): [Value | Default, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (value: string) =>
    setParams(
      (before) => {
        if (value === byDefault) before.delete(name)
        else before.set(name, value)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return [among(values, params.get(name)) ?? byDefault, choose]
}
