// How Knex knows a table by its model: rows are read as the model has them, and only its columns are written.
import type { Knex } from 'knex';
import type { Model, ModelObject } from 'objection';

/** A value for a column. JSON, times and enumerated words may be written as text, because PostgreSQL casts and checks it. */
type Written<Value> =
  Value | Knex.Raw | Knex.QueryBuilder | (Value extends object | string ? string : never);

type WrittenRow<M extends Model> = {
  [Column in keyof ModelObject<M>]?: Written<ModelObject<M>[Column]> | undefined;
};

/** The entry of a model in Knex’s `Tables`, which types `db('table')`. */
export type Table<M extends Model> = Knex.CompositeTableType<
  ModelObject<M>,
  WrittenRow<M>,
  WrittenRow<M>
>;
