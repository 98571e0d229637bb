import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { isRole, type Role } from '#contract/access/roles.ts'
import { employeeEndpoints } from '#contract/employees/endpoints.ts'
import type { Employee, EmployeeEdit, EmployeeForm } from '#contract/employees/schema.ts'
import { call } from '#portal/calls/call.ts'
import { isFailure, unlessGone } from '#portal/calls/call-failure.ts'
import { submissionOf } from '#portal/calls/submission.ts'
import { outgoingMailQuery } from '#portal/outgoing-mail/queries.ts'
import { isSame } from '#portal/record-form/form-values.ts'
import { newerRecord, orSavedAlready } from '#portal/record-form/newer-record.ts'
import type { ListSchema, ListState } from '#portal/screen/list-state.ts'
import { draftKey } from '#portal/session/draft.ts'
import { useSession } from '#portal/session/use-session.ts'
import { baseOf } from './employee-values.ts'

export interface EmployeeFilters {
  role: Role | undefined
}

export const employeeList: ListSchema<EmployeeFilters> = {
  filters: { role: (text) => (isRole(text) ? text : undefined) },
  // The server answers all of them.
  pages: 'by number',
}

type EmployeeFilter = Pick<ListState<EmployeeFilters>, 'search' | 'role'>

/** Employees in the server's order, and by what they were searched. */
export interface FoundEmployees {
  filter: EmployeeFilter
  employees: Employee[]
}

const all = ['employees']

/** Those found before stay in view until the others are there. */
export function employeeQuery({ search, role }: EmployeeFilter) {
  const filter = { search, role }
  return queryOptions({
    queryKey: [...all, filter],
    queryFn: async ({ signal }): Promise<FoundEmployees> => ({
      filter,
      employees: await call(employeeEndpoints.search, { body: filter }, { signal }),
    }),
    placeholderData: keepPreviousData,
  })
}

export function useAddEmployee() {
  const queries = useQueryClient()
  const { sub } = useSession()
  const [submit] = useState(() => submissionOf(draftKey(sub, { kind: 'new-employee' })))
  return useMutation({
    mutationFn: (body: EmployeeForm) =>
      submit(body, (idempotencyKey) => call(employeeEndpoints.add, { body }, { idempotencyKey })),
    onSuccess: () => readAgain(queries),
  })
}

export function useEditEmployee({ id }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (edit: EmployeeEdit) =>
      orSavedAlready(call(employeeEndpoints.edit, { params: { id }, body: edit }), (newer) =>
        isSame(baseOf(newer).values, edit),
      ),
    onSuccess: (employee) => showEmployee(queries, employee),
    onError: (error) => learnFrom(queries, error),
  })
}

type Answered = { onDone: (employee: Employee) => void; onFailed: (error: unknown) => void }

/** `onDone` and `onFailed` run even if the row has gone from view meanwhile. */
export function useChangeRole({ id, version }: Employee, { onDone, onFailed }: Answered) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (role: Role) =>
      orSavedAlready(
        call(employeeEndpoints.changeRole, { params: { id }, body: { role, version } }),
        (newer) => newer.role === role,
      ),
    onSuccess: (employee) => {
      showEmployee(queries, employee)
      onDone(employee)
    },
    onError: (error) => {
      learnFrom(queries, error)
      onFailed(error)
    },
  })
}

export function useDeleteEmployee({ id }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(employeeEndpoints.remove, { params: { id } }).catch(unlessGone),
    onSuccess: () => {
      changeFound(queries, ({ employees }) => employees.filter((one) => one.id !== id))
      readAgain(queries)
    },
  })
}

export function useResendSetupEmail(employee: Employee, { onDone, onFailed }: Answered) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(employeeEndpoints.resendSetupEmail, { body: { email: employee.email } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: outgoingMailQuery.queryKey })
      onDone(employee)
    },
    onError: (error) => {
      learnFrom(queries, error)
      onFailed(error)
    },
  })
}

/** In its row at once; its place in the order, and the mail that a new address gets, are read again. */
function showEmployee(queries: QueryClient, employee: Employee): void {
  changeFound(queries, ({ filter: { role }, employees }) =>
    employees
      .map((one) => (one.id === employee.id ? employee : one))
      .filter((one) => role === undefined || one.role === role),
  )
  readAgain(queries)
}

function changeFound(queries: QueryClient, change: (found: FoundEmployees) => Employee[]): void {
  queries.setQueriesData<FoundEmployees>(
    { queryKey: all },
    (found) => found && { ...found, employees: change(found) },
  )
}

/** A refusal may tell that the list is not true any more. */
function learnFrom(queries: QueryClient, error: unknown): void {
  const newer = newerRecord<Employee>(error)
  if (newer) showEmployee(queries, newer)
  else if (isFailure(error, 'not-found')) readAgain(queries)
}

function readAgain(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: all })
  void queries.invalidateQueries({ queryKey: outgoingMailQuery.queryKey })
}
