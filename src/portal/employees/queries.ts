import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { isRole, type Role } from '#contract/access/roles.ts'
import type { EmployeeEdit, EmployeeForm } from '#contract/employees/form.ts'
import type { Employee } from '#contract/employees/schema.ts'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound, isFailure } from '#portal/calls/call-failure.ts'
import { acceptIfAlreadySaved, newerRecord } from '#portal/form/conflicts.ts'
import { formValues } from '#portal/form/field-values.tsx'
import type { SendOnce } from '#portal/form/form-draft.ts'
import { enteredOnly, hasSameValues } from '#portal/form/form-values.ts'
import { type ListState, sortAmong } from '#portal/lists/list-state.ts'
import { asPage, changePages, type PageOf, pageQuery, withoutRow, withRow } from '#portal/lists/page-query.ts'
import { outgoingMailQuery } from '#portal/outgoing-mail/queries.ts'
import { changesNoRecord, refresh } from '#portal/query-client.ts'
import { baseOf, personFields } from './employee-values.ts'

/** The columns that can order the list. */
export const sortColumns = ['name', 'dob', 'role'] as const

export function readEmployeeFilters(params: URLSearchParams) {
  const role = params.get('role')
  return {
    role: isRole(role) ? role : undefined,
    /** If not by name. */
    sort: sortAmong(sortColumns, params.get('sort')),
  }
}

export type EmployeeFilters = ReturnType<typeof readEmployeeFilters>

type EmployeeSearch = Pick<ListState<EmployeeFilters>, 'search' | 'role'>

/** If nothing matches, employees with similar names. */
type FoundEmployee = Employee & { isSimilar?: boolean | undefined }

const all = ['employees']

/** All that are found, by name: the server has no pages of employees. */
export function employeeQuery({ search, role }: EmployeeSearch) {
  const body = { search, role }
  return pageQuery({
    key: all,
    state: body,
    read: async (signal) => asPage<FoundEmployee>(await call('POST /employees/search', { body }, { signal })),
  })
}

/** One who is edited, as the record is now. */
export const employeeToEdit = (id: string) =>
  queryOptions({
    queryKey: ['employee', id],
    queryFn: ({ signal }) => call('GET /employees/:id', { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

export function useAddEmployee() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ employee, once }: { employee: EmployeeForm; once: SendOnce }) =>
      once((idempotencyKey) => call('POST /employees', { body: enteredOnly(employee) }, { idempotencyKey })),
    onSuccess: () => refreshList(queries),
  })
}

export function useEditEmployee({ id }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (edit: EmployeeEdit) =>
      acceptIfAlreadySaved(call('PATCH /employees/:id', { params: { id }, body: edit }), (newer) =>
        hasSameValues(baseOf(newer).values, formValues(personFields, edit)),
      ),
    onSuccess: (employee) => {
      showEmployee(queries, employee)
      refreshCaseloads(queries)
    },
    onError: (error) => refreshAfterError(queries, error),
  })
}

/** The employee as it is now, to be edited. */
export function useReadEmployee({ id }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('GET /employees/:id', { params: { id } }),
    onError: (error) => refreshAfterError(queries, error),
    meta: changesNoRecord,
  })
}

export function useChangeRole({ id, version }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (role: Role) =>
      acceptIfAlreadySaved(
        call('PATCH /employees/:id/role', { params: { id }, body: { role, version } }),
        (newer) => newer.role === role,
      ),
    onSuccess: (employee) => showEmployee(queries, employee),
    onError: (error) => refreshAfterError(queries, error),
  })
}

export function useDeleteEmployee({ id }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /employees/:id', { params: { id } }).catch(ignoreNotFound),
    onSuccess: () => {
      refreshList(queries, (found) => withoutRow(found, id))
      refreshCaseloads(queries)
    },
  })
}

export function useSignOutEmployee({ id }: Employee) {
  return useMutation({ mutationFn: () => call('POST /employees/:id/sign-out', { params: { id } }) })
}

export function useResetTwoStep({ id }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /employees/:id/two-step', { params: { id } }),
    onSettled: () => refreshList(queries),
  })
}

export function useUnlinkAccount({ id }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /employees/:id/organization', { params: { id } }).catch(ignoreNotFound),
    onSettled: () => refreshList(queries),
  })
}

/** Assigns all clients and open follow-ups to another employee, or to nobody. */
export function useHandOver({ id }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (to: string | null) =>
      call('POST /employees/:id/hand-over', { params: { id }, body: { to } }),
    onSuccess: () => refreshCaseloads(queries),
  })
}

export function useResendSetupEmail({ email }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /employees/resend-setup-email', { body: { email } }),
    onSuccess: () => void refresh(queries, outgoingMailQuery),
    onError: (error) => refreshAfterError(queries, error),
  })
}

/** Updates the row at once; the order, and the mail to a new address, are read again. */
function showEmployee(queries: QueryClient, employee: Employee): void {
  refreshList(queries, (found) => {
    const { role } = found.state
    return role === undefined || role === employee.role
      ? withRow(found, employee)
      : withoutRow(found, employee.id)
  })
}

/** An error can show that the list is out of date. */
function refreshAfterError(queries: QueryClient, error: unknown): void {
  const newer = newerRecord<Employee>(error)
  if (newer) showEmployee(queries, newer)
  else if (isFailure(error, 'not-found')) refreshList(queries)
}

type FoundPage = PageOf<EmployeeSearch, FoundEmployee>

function refreshList(queries: QueryClient, change = (found: FoundPage) => found): void {
  void refresh(queries, { queryKey: all }, () => changePages(queries, all, change))
  void refresh(queries, outgoingMailQuery)
}

/** Lists name the worker of each client and follow-up. */
function refreshCaseloads(queries: QueryClient): void {
  for (const key of ['clients', 'follow-ups', 'workers']) void refresh(queries, { queryKey: [key] })
}
