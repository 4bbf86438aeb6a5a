// What anywidget gives a widget's module.

/** What is chosen; layer, head and step count from 1. */
export interface Place {
  kind: 'encoder' | 'decoder' | 'cross';
  layer: number;
  head: number;
  step: number;
}

/** The properties of `AttentionWidget` in Python. */
export interface Traits extends Place {
  steps: number; // of the translation that is shown
  payload: string;
  texts: string;
  html: string;
  questions: string[];
  live: boolean;
  alone: string;
}

export interface Model {
  get<K extends keyof Traits>(name: K): Traits[K];
  set<K extends keyof Traits>(name: K, value: Traits[K]): void;
  save_changes(): void;
  send(content: object): void;
  on(event: string, callback: (...given: any[]) => void): void;
  off(event: string, callback: (...given: any[]) => void): void;
}
