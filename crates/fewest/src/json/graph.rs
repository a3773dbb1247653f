//! State graphs, in the form that networkx calls node-link data.

use serde::{Serialize, Serializer};

use crate::api::StateGraph;

#[derive(Serialize)]
struct Node<'a> {
    id: usize,
    distance: u32,
    to_goal: Option<u32>,
    goal: bool,
    position: &'a str,
}

#[derive(Serialize)]
struct Edge<'a> {
    source: u32,
    target: u32,
    #[serde(rename = "move")]
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<u16>,
}

#[derive(Serialize)]
struct Graph<'a> {
    outcome: &'static str,
    directed: bool,
    multigraph: bool,
    graph: Attributes,
    nodes: Vec<Node<'a>>,
    edges: Vec<Edge<'a>>,
}

/// The attributes of the graph, of which there are none.
#[derive(Serialize)]
struct Attributes {}

impl Serialize for StateGraph {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let nodes = self.states.iter().enumerate().map(|(id, state)| Node {
            id,
            distance: state.distance,
            to_goal: state.to_goal,
            goal: state.is_goal,
            position: &state.drawing,
        });
        let edges = self.edges.iter().map(|edge| Edge {
            source: edge.from,
            target: edge.to,
            name: &self.names[edge.name as usize],
            cost: edge.cost,
        });
        Graph {
            outcome: "complete",
            directed: true,
            multigraph: true,
            graph: Attributes {},
            nodes: nodes.collect(),
            edges: edges.collect(),
        }
        .serialize(to)
    }
}
