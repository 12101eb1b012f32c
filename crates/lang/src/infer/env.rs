//! The state at one point of a function: whether the point is reached, and what each variable holds there.

use super::Inference;
use super::value::{Val, number};

#[derive(Clone, Debug, Default)]
pub(super) struct Env {
    pub live: bool,
    /// By slot; missing ones are unbound.
    vars: Vec<Val>,
}

impl Env {
    pub fn start() -> Self {
        Self { live: true, vars: Vec::new() }
    }

    pub fn get(&self, slot: u32) -> Val {
        self.vars.get(slot as usize).copied().unwrap_or(Val::BOTTOM)
    }

    pub fn same_as(&self, other: &Env) -> bool {
        let slots = self.vars.len().max(other.vars.len());
        self.live == other.live && (0..slots).all(|slot| self.get(number(slot)) == other.get(number(slot)))
    }

    pub fn set(&mut self, slot: u32, value: Val) {
        let slot = slot as usize;
        if self.vars.len() <= slot {
            self.vars.resize(slot + 1, Val::BOTTOM);
        }
        self.vars[slot] = value;
    }
}

impl Inference<'_> {
    /// Makes the current state that of both ways.
    pub fn join_env(&mut self, other: Env) {
        if !other.live {
            return;
        }
        if !self.env.live {
            self.env = other;
            return;
        }
        self.spend(1 + other.vars.len() as u64 / 16);
        for (slot, theirs) in (0..).zip(other.vars) {
            let mine = self.env.get(slot);
            if mine != theirs {
                let joined = self.join(mine, theirs);
                self.env.set(slot, joined);
            }
        }
    }

    /// The current state, to go on from later.
    pub fn save_env(&mut self) -> Env {
        self.spend(1 + self.env.vars.len() as u64 / 16);
        self.env.clone()
    }
}
