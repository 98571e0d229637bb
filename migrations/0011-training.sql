-- Which decks of the training an employee has marked as done. Taking a mark back removes its row; the audit trail keeps both.

CREATE TABLE deck_completions (
  employee_id uuid NOT NULL REFERENCES employees,
  deck text NOT NULL,
  done_at timestamptz NOT NULL,
  PRIMARY KEY (employee_id, deck)
);
