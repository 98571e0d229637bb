import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { isRole, type Role } from '#contract/access/roles.ts'
import type { EmployeeEdit, EmployeeForm } from '#contract/employees/form.ts'
import type { Employee, FileMail } from '#contract/employees/schema.ts'
import { call } from '#portal/calls/call.ts'
import { ignoreNotFound, isFailure } from '#portal/calls/call-failure.ts'
import { draftsQuery } from '#portal/drafts/queries.ts'
import { acceptIfAlreadySaved, newerRecord } from '#portal/form/conflicts.ts'
import { formValues } from '#portal/form/field-values.tsx'
import type { SendOnce } from '#portal/form/form-draft.ts'
import { enteredOnly, hasSameValues } from '#portal/form/form-values.ts'
import { type ListSchema, type ListState, sortAmong } from '#portal/lists/list-state.ts'
import { outgoingMailQuery } from '#portal/outgoing-mail/queries.ts'
import { refresh } from '#portal/query-client.ts'
import { workersQuery } from '#portal/workers/workers.tsx'
import { baseOf, personFields } from './employee-values.ts'

export interface EmployeeFilters {
  role: Role | undefined
  /** The column that the list is sorted by, if not by name; `-` reverses it. */
  sort: string | undefined
}

/** The columns that can order the list. */
export const sortColumns = ['name', 'dob', 'role'] as const

export const employeeList: ListSchema<EmployeeFilters> = {
  filters: {
    role: (text) => (isRole(text) ? text : undefined),
    sort: sortAmong(sortColumns),
  },
  // The server returns all employees.
  pages: 'by number',
}

type EmployeeFilter = Pick<ListState<EmployeeFilters>, 'search' | 'role'>

/** Employees in the server's order, and the filter that they were read for. */
export interface FoundEmployees {
  filter: EmployeeFilter
  /** If nothing matches, employees with similar names. */
  employees: (Employee & { isSimilar?: boolean | undefined })[]
}

const all = ['employees']

/** The old employees are shown until the new ones are loaded. */
export function employeeQuery({ search, role }: EmployeeFilter) {
  const filter = { search, role }
  return queryOptions({
    queryKey: [...all, filter],
    queryFn: async ({ signal }): Promise<FoundEmployees> => ({
      filter,
      employees: await call('POST /employees/search', { body: filter }, { signal }),
    }),
    placeholderData: keepPreviousData,
  })
}

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
    onSuccess: (employee) => showEmployee(queries, employee),
    onError: (error) => refreshAfterError(queries, error),
  })
}

type MutationCallbacks = { onDone: (employee: Employee) => void; onFailed: (error: unknown) => void }

/** The employee as it is now, to be edited. */
export function useReadEmployee({ id }: Employee, { onDone, onFailed }: MutationCallbacks) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await queries.ensureQueryData(draftsQuery)
      return call('GET /employees/:id', { params: { id } })
    },
    onSuccess: onDone,
    onError: (error) => {
      refreshAfterError(queries, error)
      onFailed(error)
    },
  })
}

/** The callbacks run even if the row has disappeared meanwhile. */
export function useChangeRole({ id, version }: Employee, { onDone, onFailed }: MutationCallbacks) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (role: Role) =>
      acceptIfAlreadySaved(
        call('PATCH /employees/:id/role', { params: { id }, body: { role, version } }),
        (newer) => newer.role === role,
      ),
    onSuccess: (employee) => {
      showEmployee(queries, employee)
      onDone(employee)
    },
    onError: (error) => {
      refreshAfterError(queries, error)
      onFailed(error)
    },
  })
}

export function useDeleteEmployee({ id }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('DELETE /employees/:id', { params: { id } }).catch(ignoreNotFound),
    onSuccess: () => {
      refreshList(queries, ({ employees }) => employees.filter((listed) => listed.id !== id))
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

/** Assigns all clients and open follow-ups to another employee, or to nobody. */
export function useHandOver({ id }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (to: string | null) =>
      call('POST /employees/:id/hand-over', { params: { id }, body: { to } }),
    onSuccess: () =>
      Promise.all(['clients', 'follow-ups', 'workers'].map((key) => refresh(queries, { queryKey: [key] }))),
  })
}

export function useResendSetupEmail(
  employee: Employee,
  { onDone, onFailed }: Pick<MutationCallbacks, 'onFailed'> & { onDone: (mail: FileMail) => void },
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /employees/resend-setup-email', { body: { email: employee.email } }),
    onSuccess: (mail) => {
      void refresh(queries, outgoingMailQuery)
      onDone(mail)
    },
    onError: (error) => {
      refreshAfterError(queries, error)
      onFailed(error)
    },
  })
}

/** Updates the row at once; the order, and the mail to a new address, are read again. */
function showEmployee(queries: QueryClient, employee: Employee): void {
  refreshList(queries, ({ filter: { role }, employees }) =>
    employees
      .map((listed) => (listed.id === employee.id ? employee : listed))
      .filter((listed) => role === undefined || listed.role === role),
  )
}

/** An error can show that the list is out of date. */
function refreshAfterError(queries: QueryClient, error: unknown): void {
  const newer = newerRecord<Employee>(error)
  if (newer) showEmployee(queries, newer)
  else if (isFailure(error, 'not-found')) refreshList(queries)
}

function refreshList(
  queries: QueryClient,
  change = ({ employees }: FoundEmployees): Employee[] => employees,
): void {
  void refresh(queries, { queryKey: all }, () =>
    queries.setQueriesData<FoundEmployees>(
      { queryKey: all },
      (found) => found && { ...found, employees: change(found) },
    ),
  )
  void refresh(queries, outgoingMailQuery)
  void refresh(queries, workersQuery)
}
