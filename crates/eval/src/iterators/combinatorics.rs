//! `itertools.combinations`, `permutations` and `product`, in CPython's order.

use std::rc::Rc;

use crate::value::{Items, Value};

#[derive(Debug)]
pub struct Combinations {
    pool: Vec<Value>,
    indices: Vec<usize>,
    state: State,
}

#[derive(Debug, PartialEq)]
enum State {
    Fresh,
    Running,
    Done,
}

impl Combinations {
    pub fn new(pool: Vec<Value>, size: usize) -> Self {
        let state = if size > pool.len() { State::Done } else { State::Fresh };
        let indices = if state == State::Done { Vec::new() } else { (0..size).collect() };
        Self { pool, indices, state }
    }

    pub fn next(&mut self) -> Option<Value> {
        self.advance().then(|| pick(&self.pool, self.indices.iter()))
    }

    /// How many elements the next tuple has.
    pub fn width(&self) -> usize {
        self.indices.len()
    }

    /// The next combination, without a tuple, where combinations are pairs.
    pub fn next_pair(&mut self) -> Option<(Value, Value)> {
        self.next_two().map(|(first, second)| (first.clone(), second.clone()))
    }

    pub fn next_two(&mut self) -> Option<(&Value, &Value)> {
        let [first, second] = &mut *self.indices else { return None };
        match self.state {
            State::Done => return None,
            State::Fresh => self.state = State::Running,
            State::Running => {
                *second += 1;
                if *second == self.pool.len() {
                    *first += 1;
                    *second = *first + 1;
                    if *second == self.pool.len() {
                        self.state = State::Done;
                        return None;
                    }
                }
            }
        }
        Some((&self.pool[*first], &self.pool[*second]))
    }

    pub fn is_of_pairs(&self) -> bool {
        self.indices.len() == 2
    }

    fn advance(&mut self) -> bool {
        match self.state {
            State::Done => return false,
            State::Fresh => self.state = State::Running,
            State::Running => {
                let (n, size) = (self.pool.len(), self.indices.len());
                let Some(moved) = (0..size).rev().find(|i| self.indices[*i] != *i + n - size) else {
                    self.state = State::Done;
                    return false;
                };
                self.indices[moved] += 1;
                for later in moved + 1..size {
                    self.indices[later] = self.indices[later - 1] + 1;
                }
            }
        }
        true
    }
}

#[derive(Debug)]
pub struct Permutations {
    pool: Vec<Value>,
    size: usize,
    indices: Vec<usize>,
    cycles: Vec<usize>,
    state: State,
}

impl Permutations {
    pub fn new(pool: Vec<Value>, size: usize) -> Self {
        let n = pool.len();
        let state = if size > n { State::Done } else { State::Fresh };
        let cycles = if state == State::Done { Vec::new() } else { (0..size).map(|i| n - i).collect() };
        Self { indices: (0..n).collect(), size, cycles, pool, state }
    }

    /// How many elements the next tuple has. Finding it may take as many steps as there are elements in all.
    pub fn width(&self) -> usize {
        if self.state == State::Done { 0 } else { self.size.max(self.pool.len() / 16) }
    }

    pub fn next(&mut self) -> Option<Value> {
        match self.state {
            State::Done => return None,
            State::Fresh => self.state = State::Running,
            State::Running => {
                if !self.advance() {
                    self.state = State::Done;
                    return None;
                }
            }
        }
        Some(pick(&self.pool, self.indices[..self.size].iter()))
    }

    fn advance(&mut self) -> bool {
        let n = self.indices.len();
        for i in (0..self.size).rev() {
            self.cycles[i] -= 1;
            if self.cycles[i] == 0 {
                self.indices[i..].rotate_left(1);
                self.cycles[i] = n - i;
            } else {
                self.indices.swap(i, n - self.cycles[i]);
                return true;
            }
        }
        false
    }
}

#[derive(Debug)]
pub struct Product {
    pools: Vec<Vec<Value>>,
    indices: Vec<usize>,
    state: State,
}

impl Product {
    pub fn new(pools: Vec<Vec<Value>>) -> Self {
        let state = if pools.iter().any(Vec::is_empty) { State::Done } else { State::Fresh };
        let indices = vec![0; pools.len()];
        Self { pools, indices, state }
    }

    pub fn width(&self) -> usize {
        self.indices.len()
    }

    pub fn next(&mut self) -> Option<Value> {
        match self.state {
            State::Done => return None,
            State::Fresh => self.state = State::Running,
            State::Running => {
                if !self.advance() {
                    self.state = State::Done;
                    return None;
                }
            }
        }
        let items: Items = self.pools.iter().zip(&self.indices).map(|(pool, index)| pool[*index].clone()).collect();
        Some(Value::Tuple(Rc::new(items)))
    }

    fn advance(&mut self) -> bool {
        for (index, pool) in self.indices.iter_mut().zip(&self.pools).rev() {
            *index += 1;
            if *index < pool.len() {
                return true;
            }
            *index = 0;
        }
        false
    }
}

fn pick<'a>(pool: &[Value], indices: impl Iterator<Item = &'a usize>) -> Value {
    Value::Tuple(Rc::new(indices.map(|index| pool[*index].clone()).collect()))
}
